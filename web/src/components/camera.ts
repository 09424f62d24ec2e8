/** Whether this device takes a picture where a page asks for a file: phones and tablets do, and only their browsers know the word for it. */
export const takesPictures = (): boolean => typeof HTMLInputElement !== "undefined" && "capture" in HTMLInputElement.prototype;
