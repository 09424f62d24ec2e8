/** The picture beside the sign-in: sealed words, some of them opening. */
const ROWS = 25;
const WIDTH = 720;
const STEP = 26;

interface Row {
  y: number;
  opacity: number;
  sealed: string;
  open: string;
}

/** The same picture each time, drawn from a small number sequence. */
function rows(): Row[] {
  let seed = 20260101;
  const chance = () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296;
    return seed / 4294967296;
  };
  return Array.from({ length: ROWS }, (_, index) => {
    // Two thirds down most words are open; above they are sealed.
    const near = Math.max(0, 1 - Math.abs(index - 17) / 11);
    let sealed = "";
    let open = "";
    for (let x = 4 + chance() * 12; x < WIDTH; ) {
      const opened = chance() < near * 0.9;
      const length = opened ? 8 + chance() * 36 : 16 + chance() * 36;
      if (opened) open += `M${x.toFixed(1)} 0h${length.toFixed(1)}`;
      else for (let tick = 0; tick < length; tick += 5) sealed += `M${(x + tick).toFixed(1)} -3v6`;
      x += length + 12;
    }
    return { y: 22 + index * STEP, opacity: 0.16 + near * 0.5, sealed, open };
  });
}

const DRAWN = rows();

export function SealedArt() {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${ROWS * STEP + 20}`} preserveAspectRatio="xMidYMid slice" aria-hidden>
      {DRAWN.map(({ y, opacity, sealed, open }) => (
        <g key={y} transform={`translate(0 ${y})`} stroke="#8fd3b8" fill="none" opacity={opacity}>
          <path d={sealed} strokeWidth={1.5} />
          <path d={open} strokeWidth={5.5} strokeLinecap="round" />
        </g>
      ))}
    </svg>
  );
}
