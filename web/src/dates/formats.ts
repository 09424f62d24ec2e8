/** Formats of `Intl`, each made once: to make one takes many times as long as to use it, and a list says hundreds of dates. */
export function madeOnce<Options, Format>(make: (locale: string, options: Options) => Format): (locale: string, options: Options) => Format {
  const made = new Map<string, Format>();
  return (locale, options) => {
    const name = `${locale} ${JSON.stringify(options)}`;
    const known = made.get(name) ?? make(locale, options);
    made.set(name, known);
    return known;
  };
}

export const datesIn = madeOnce((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
