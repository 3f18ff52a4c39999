import type { ReactNode } from 'react';

// The same drawings as in index.html, so that nothing changes when the app replaces the first
// screen.
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const MenuIcon = () => (
  <Drawing>
    <path d="M4 8h16M4 16h10" />
  </Drawing>
);

export const SearchIcon = () => (
  <Drawing>
    <circle cx="11" cy="11" r="6" />
    <path d="M15.5 15.5L20 20" />
  </Drawing>
);

export const BellIcon = () => (
  <Drawing>
    <path d="M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4" />
  </Drawing>
);

export const DirectionsIcon = () => (
  <Drawing>
    <path d="M7 19v-6a4 4 0 0 1 4-4h7M14 5l4 4-4 4" />
  </Drawing>
);

export const CloseIcon = () => (
  <Drawing>
    <path d="M7 7l10 10M17 7L7 17" />
  </Drawing>
);

export const ScanIcon = () => (
  <Drawing>
    <path d="M4 8V6a2 2 0 0 1 2-2h2M16 4h2a2 2 0 0 1 2 2v2M20 16v2a2 2 0 0 1-2 2h-2M8 20H6a2 2 0 0 1-2-2v-2" />
    <rect x="9.5" y="7.5" width="5" height="9" rx="2.5" />
  </Drawing>
);

export const LocateIcon = () => (
  <Drawing>
    <circle cx="12" cy="12" r="6.5" />
    <path d="M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3" />
    <circle cx="12" cy="12" r="1.5" fill="currentColor" />
  </Drawing>
);
