/**
 * Adds a style sheet to the page, after the given element or at the end of the head. Resolves when
 * the style sheet has loaded. Rejects if it fails to load.
 */
export function loadStyleSheet(href: string, after?: Element): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = href;
    sheet.addEventListener('load', resolve);
    sheet.addEventListener('error', reject);
    if (after) after.after(sheet);
    else document.head.append(sheet);
  });
}
