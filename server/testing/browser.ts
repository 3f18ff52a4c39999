/** A loaded page. */
export interface LoadedPage {
  /** The address of the page, after all redirects. */
  url: string;
  status: number;
  text: string;
}

/**
 * A simple browser. It stores cookies per host, follows redirects one by one, and sends forms. `hosts` contains the
 * local origins that replace origins which do not exist on the network.
 */
export class Browser {
  readonly #hosts: Record<string, string>;
  readonly #cookies = new Map<string, Map<string, string>>();
  /** The browser does not follow a redirect to a path with this text; null if it follows all redirects. */
  readonly #stopsAt: string | null;
  /** The addresses of all visited pages, including redirects. */
  readonly visited: string[] = [];

  constructor(hosts: Record<string, string> = {}, stopsAt: string | null = null) {
    this.#hosts = hosts;
    this.#stopsAt = stopsAt;
  }

  /** Sets a cookie, as if an earlier visit had set it. */
  hold(host: string, name: string, value: string): this {
    this.#jarOf(host).set(name, value);
    return this;
  }

  async open(url: string, form?: Record<string, string>): Promise<LoadedPage> {
    let body = form && new URLSearchParams(form);
    for (let steps = 0; steps < 20; steps++) {
      this.visited.push(url);
      const response = await this.#ask(url, body);
      const next = response.headers.get('location');
      if (next === null) return { url, status: response.status, text: await response.text() };
      url = new URL(next, url).href;
      if (this.#stopsAt !== null && new URL(url).pathname.includes(this.#stopsAt)) {
        return { url, status: response.status, text: '' };
      }
      body = undefined;
    }
    throw new Error('too many redirects');
  }

  /** Sends the first form of the page, with its hidden fields and the given fields. */
  async submit(page: LoadedPage, given: Record<string, string> = {}): Promise<LoadedPage> {
    const action = /<form[^>]*\saction="([^"]+)"/.exec(page.text)?.[1] ?? page.url;
    const hidden = [...page.text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const fields = hidden.map(([, name = '', value = '']) => [name, unescape(value)]);
    return this.open(unescape(action), { ...Object.fromEntries(fields), ...given });
  }

  /** The value of a cookie; null if the browser has none. */
  cookie(host: string, name: string): string | null {
    return this.#jarOf(host).get(name) ?? null;
  }

  #jarOf(host: string): Map<string, string> {
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    return jar;
  }

  async #ask(url: string, body: URLSearchParams | undefined): Promise<Response> {
    const { origin, host } = new URL(url);
    const jar = this.#jarOf(host);
    const there = this.#hosts[origin];
    const response = await fetch(there === undefined ? url : url.replace(origin, there), {
      method: body ? 'POST' : 'GET',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
      ...(body && { body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }
}

function unescape(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
