import type { Socket } from 'node:net';

/**
 * Watches the frames on an MQTT socket and reports a frame that announces more than `limit` bytes,
 * before the parser has collected it. The parser itself would collect up to 256 MB for any client.
 */
export function watchFrames(socket: Socket, limit: number, onTooLarge: () => void): void {
  const frames = new FrameReader(limit);
  const watch = (chunk: Buffer): void => {
    if (frames.take(chunk)) return;
    socket.off('data', watch);
    onTooLarge();
  };
  // Call this after the parser has registered its `readable` listener. Otherwise a `data` listener
  // makes the socket flow before the parser reads it.
  socket.on('data', watch);
}

/** Parses fixed headers (MQTT 3.1.1, section 2.2) in chunks of any size. */
export class FrameReader {
  readonly #limit: number;
  /** Remaining bytes of the current frame; null while its header is incomplete. */
  #left: number | null = null;
  #headerBytes = 0;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False once a frame is longer than the limit, or its length is invalid. */
  take(chunk: Uint8Array): boolean {
    let position = 0;
    while (position < chunk.length) {
      if (this.#left !== null) {
        const skipped = Math.min(this.#left, chunk.length - position);
        position += skipped;
        this.#left -= skipped;
        if (this.#left === 0) this.#left = null;
      } else if (!this.#readHeader(chunk[position++] ?? 0)) {
        return false;
      }
    }
    return true;
  }

  #readHeader(byte: number): boolean {
    if (this.#headerBytes++ === 0) return true;
    const place = this.#headerBytes - 2;
    if (place > 3) return false;
    this.#length += (byte & 0x7f) * 128 ** place;
    if (this.#length > this.#limit) return false;
    if ((byte & 0x80) !== 0) return true;
    this.#left = this.#length === 0 ? null : this.#length;
    this.#headerBytes = 0;
    this.#length = 0;
    return true;
  }
}
