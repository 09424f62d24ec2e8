/** The first lines that run: the look and the language are there before anything is drawn. */
import "./styles/index.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "./app/App";
import { preferredLanguage, speak } from "./i18n/languages";
import { applyPreferences } from "./preferences/preferences";

applyPreferences();
await speak(preferredLanguage());

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
