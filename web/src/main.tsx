/** The first lines that run: the look and the language are there before anything is drawn. */
import "./components/styles/index.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { askWhetherThere } from "./api/http";
import { App } from "./app/App";
import { watchForUpdates } from "./app/outdated";
import { askBy, followBrowser } from "./browser/reach";
import { preferredLanguage, speak } from "./i18n/languages";
import { applyPreferences } from "./browser/preferences";

applyPreferences();
await speak(preferredLanguage());

followBrowser();
askBy(askWhetherThere);
watchForUpdates();

/** React would write what it caught on the console, message and all; the border shows as much of it as may be seen. */
const keepQuiet = () => undefined;

const root = document.getElementById("root");
if (root)
  createRoot(root, { onCaughtError: keepQuiet }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
