import type { ReactNode } from 'react';

// Icons for the buttons in the instructions. Each icon looks like the icon of its operating system.

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** Apple's share icon: an arrow out of a box. */
export function ShareIcon() {
  return (
    <Drawing>
      <path d="M8.5 9H6.5v11.5h11V9H15.5M12 14.5v-11M8.5 7 12 3.5 15.5 7" />
    </Drawing>
  );
}

export function AddToScreenIcon() {
  return (
    <Drawing>
      <rect x="4" y="4" width="16" height="16" rx="4" />
      <path d="M12 8.5v7M8.5 12h7" />
    </Drawing>
  );
}

export function InstallIcon() {
  return (
    <Drawing>
      <path d="M9 3.5H7a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V16M14 3.5v8M10.5 8.5l3.5 3.5 3.5-3.5" />
    </Drawing>
  );
}

export function DotsIcon({ isUpright = false }: { isUpright?: boolean }) {
  return (
    <Drawing>
      <path
        strokeWidth="3"
        d={isUpright ? 'M12 5h.01M12 12h.01M12 19h.01' : 'M5 12h.01M12 12h.01M19 12h.01'}
      />
    </Drawing>
  );
}

export function LinesIcon() {
  return (
    <Drawing>
      <path d="M4 7h16M4 12h16M4 17h16" />
    </Drawing>
  );
}

export function BrowserIcon() {
  return (
    <Drawing>
      <circle cx="12" cy="12" r="8.5" />
      <path d="m15.5 8.5-2 5-5 2 2-5z" />
    </Drawing>
  );
}

export function TickIcon() {
  return (
    <Drawing>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </Drawing>
  );
}
