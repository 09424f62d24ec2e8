/** A link to one of the places of the app, marked while its page is the one that is shown. */
import type { ReactNode } from "react";
import { Link } from "react-aria-components/Link";
import { useLocation } from "react-router";

interface PlaceLinkProps {
  to: string;
  children: ReactNode;
  className?: string | undefined;
  title?: string;
}

export function PlaceLink({ to, children, className = "", title }: PlaceLinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === to || pathname.startsWith(`${to}/`);
  return (
    <Link
      href={to}
      className={className}
      {...(isHere ? { "aria-current": "page" } : {})}
      render={(props) => ("href" in props ? <a {...props} title={title} /> : <span {...props} />)}
    >
      {children}
    </Link>
  );
}
