import { applySavedAppearance } from './savedAppearance.ts';

// Runs before the body is parsed and applies the settings of the very first frame. Small, compiled into
// index.html and allowed by its hash in the content security policy. The server omits it on a first
// visit, because browsers are slow to open an empty storage.
applySavedAppearance();
