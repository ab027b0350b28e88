// A text as a QR code: dark on light in every theme, since not all cameras read it the other way round.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { squaresOf } from './squares.ts';

/** Light modules around it, which readers need. */
const MARGIN = 2;

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const code = useSignal<{ readonly size: number; readonly path: string } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void import('uqr').then(({ encode }) => {
      const { data } = encode(text, { ecc: 'M', border: 0 });
      if (isWanted) code.value = { size: data.length, path: squaresOf(data) };
    });
    return () => {
      isWanted = false;
    };
  }, [text]);
  const { size = 0, path = '' } = code.value ?? {};
  const width = size + 2 * MARGIN;
  return (
    <svg
      class="qr-code"
      viewBox={`${-MARGIN} ${-MARGIN} ${width} ${width}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect x={-MARGIN} y={-MARGIN} width={width} height={width} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
