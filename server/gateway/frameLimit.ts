import type { Socket } from 'node:net';

/**
 * Reads the frames on an MQTT socket, and calls `onTooLarge` for a frame that announces more than `limit`
 * bytes, before the parser collects it. The parser itself would collect up to 256 MB for any client.
 */
export function watchFrames(socket: Socket, limit: number, onTooLarge: () => void): void {
  const frames = new FrameReader(limit);
  const watch = (chunk: Buffer): void => {
    if (frames.take(chunk)) return;
    socket.off('data', watch);
    onTooLarge();
  };
  // Call this function after the parser has registered its `readable` listener. Before that, a `data`
  // listener would make the socket emit data that the parser does not get.
  socket.on('data', watch);
}

/** Parses fixed headers (MQTT 3.1.1, section 2.2) in chunks of any size. */
export class FrameReader {
  readonly #limit: number;
  /** The remaining bytes of the current frame; null while the header of the frame is incomplete. */
  #left: number | null = null;
  #headerBytes = 0;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns false if a frame is longer than the limit, or if its length is invalid. */
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
    const byteIndex = this.#headerBytes - 2;
    if (byteIndex > 3) return false;
    this.#length += (byte & 0x7f) * 128 ** byteIndex;
    if (this.#length > this.#limit) return false;
    if ((byte & 0x80) !== 0) return true;
    this.#left = this.#length === 0 ? null : this.#length;
    this.#headerBytes = 0;
    this.#length = 0;
    return true;
  }
}
