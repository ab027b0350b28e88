// A sentence with a code that two devices show: it stands out, since a person compares them.

export function Compared({ text, code }: { readonly text: string; readonly code: string }) {
  // The name before it may hold the same digits.
  const at = text.lastIndexOf(code);
  return (
    <>
      {text.slice(0, at)}
      <b class="settings-code">{code}</b>
      {text.slice(at + code.length)}
    </>
  );
}
