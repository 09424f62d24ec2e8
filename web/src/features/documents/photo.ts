/** Pictures of a camera are all called alike, and the name of a file is the title of its document. */
export function named(picture: File, name: string): File {
  const ending = /\.\w+$/.exec(picture.name)?.[0] ?? "";
  return new File([picture], name + ending, { type: picture.type, lastModified: picture.lastModified });
}
