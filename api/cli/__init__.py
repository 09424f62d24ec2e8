"""The command line for operators, auditors, analysts and developers: `./coffer --help`."""
