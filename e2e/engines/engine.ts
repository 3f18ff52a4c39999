/**
 * A browser that a journey drives. The three engines have different protocols, so this interface has only the actions
 * that the journey needs.
 */
export interface Engine {
  goto(url: string): Promise<void>;
  /** Runs a function body in the page and returns the result. Within `inFrame`, runs it in the frame of the page. */
  evaluate(script: string, ...args: unknown[]): Promise<unknown>;
  /** Presses the centre of the element with the mouse. */
  press(selector: string): Promise<void>;
  /** Types the text into the element, key by key. */
  type(selector: string, text: string): Promise<void>;
  /** Runs the actions in the only frame (`iframe`) of the page. */
  inFrame(actions: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}
