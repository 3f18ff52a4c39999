// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { importWithRetry, reloadFailedStyles } from './importWithRetry.ts';

const sheets = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];

function addSheet(href: string): HTMLLinkElement {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = href;
  document.head.append(sheet);
  return sheet;
}

reloadFailedStyles();

describe('importing code on a bad network', () => {
  beforeEach(() => {
    document.head.replaceChildren();
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it('importing retries until the code loads', async () => {
    const load = vi.fn<() => Promise<string>>().mockResolvedValue('code');
    load.mockRejectedValueOnce(new Error('lost')).mockRejectedValueOnce(new Error('lost'));
    const code = importWithRetry(load);
    await vi.advanceTimersByTimeAsync(1500);
    await expect(code).resolves.toBe('code');
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('importing waits for a style sheet that failed to load, after any number of failures', async () => {
    const shown = vi.fn<(code: string) => void>();
    void importWithRetry(async () => {
      addSheet('/part.css').dispatchEvent(new Event('error'));
      return 'code';
    }).then(shown);

    for (const pause of [500, 1000]) {
      expect(sheets()).toHaveLength(1);
      sheets()[0]?.dispatchEvent(new Event('error'));
      expect(sheets()).toHaveLength(0);
      await vi.advanceTimersByTimeAsync(pause);
    }
    expect(sheets().map(({ href }) => new URL(href).pathname)).toEqual(['/part.css']);
    expect(shown).not.toHaveBeenCalled();

    sheets()[0]?.dispatchEvent(new Event('load'));
    await vi.advanceTimersByTimeAsync(0);
    expect(shown).toHaveBeenCalledWith('code');
  });

  it('importing resolves without a style sheet that never loads', async () => {
    const shown = vi.fn<(code: string) => void>();
    void importWithRetry(async () => {
      addSheet('/never.css').dispatchEvent(new Event('error'));
      return 'code';
    }).then(shown);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      sheets()[0]?.dispatchEvent(new Event('error'));
      await vi.advanceTimersByTimeAsync(3000);
    }
    expect(shown).toHaveBeenCalledWith('code');
  });

  it('importing waits only for a short time for a style sheet of another part', async () => {
    let arrive = () => {};
    const other = importWithRetry(() => {
      addSheet('/other.css').dispatchEvent(new Event('error'));
      return new Promise<void>((resolve) => {
        arrive = resolve;
      });
    });
    await vi.advanceTimersByTimeAsync(0);
    const shown = vi.fn<(code: string) => void>();
    void importWithRetry(async () => 'code').then(shown);
    await vi.advanceTimersByTimeAsync(999);
    expect(shown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(shown).toHaveBeenCalledWith('code');
    sheets()[0]?.dispatchEvent(new Event('load'));
    arrive();
    await vi.advanceTimersByTimeAsync(0);
    await other;
  });
});
