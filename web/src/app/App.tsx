/** The app around its pages: store, language, routes, notices. */
import { i18n } from "@lingui/core";
import { I18nProvider as Words } from "@lingui/react";
import type { ReactNode } from "react";
import { I18nProvider as Locale } from "react-aria-components/I18nProvider";
import { RouterProvider } from "react-aria-components";
import { Provider } from "react-redux";
import { BrowserRouter, useHref, useNavigate } from "react-router";

import { Aside } from "../components/Border";
import { Boundary } from "../components/Boundary";
import { Notices } from "../components/Notices";
import { StepsFirst } from "../components/StepsFirst";
import { latin } from "../dates/settings";
import { WaitsForFocus } from "../keyring/webauthn/WaitsForFocus";
import { Doors } from "./Doors";
import { store } from "./store";
import { useLanguage } from "./useLanguage";

export function App() {
  return (
    <Provider store={store}>
      <Words i18n={i18n}>
        <Spoken>
          <BrowserRouter>
            <StepsFirst>
              <Linked>
                <Boundary>
                  <Doors />
                </Boundary>
                <Aside>
                  <Notices />
                </Aside>
                <Aside>
                  <WaitsForFocus />
                </Aside>
              </Linked>
            </StepsFirst>
          </BrowserRouter>
        </Spoken>
      </Words>
    </Provider>
  );
}

function Spoken({ children }: { children: ReactNode }) {
  return <Locale locale={latin(useLanguage())}>{children}</Locale>;
}

/** Links of the components go through the router of the app. */
function Linked({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <RouterProvider navigate={(path) => void navigate(path)} useHref={useHref}>
      {children}
    </RouterProvider>
  );
}
