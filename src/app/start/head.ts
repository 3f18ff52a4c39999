import { applySavedAppearance } from './savedAppearance.ts';

// Runs before the body is parsed: what decides how the very first frame looks. Kept tiny, compiled
// into index.html, and allowed by its hash in the content security policy. The server leaves it out for
// a device that has not been here, because a browser takes its time to open an empty storage.
applySavedAppearance();
