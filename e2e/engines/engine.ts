/** A browser that a journey drives. The three engines have different protocols, but these actions are enough. */
export interface Engine {
  goto(url: string): Promise<void>;
  /** Runs a function body in the page, or in its frame within `inFrame`, and returns its result. */
  evaluate(script: string, ...args: unknown[]): Promise<unknown>;
  /** Presses the centre of the element with the mouse. */
  press(selector: string): Promise<void>;
  /** Types the text into the element, key by key. */
  type(selector: string, text: string): Promise<void>;
  /** Runs the actions in the frame of the page. The page must have exactly one frame. */
  inFrame(actions: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}
