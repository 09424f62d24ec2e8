/** Before each file of tests: what a page is waited for has the time that a busy machine takes. */
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 30_000 });
}

export {};
