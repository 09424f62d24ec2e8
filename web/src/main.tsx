/** The first line that runs: puts the app into the page. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

const root = document.getElementById("root");
if (root) createRoot(root).render(<StrictMode>Coffer</StrictMode>);
