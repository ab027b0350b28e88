// A new table and its settings.
export function NewTable({ game }: { readonly game: string }) {
  return <p>{game}</p>;
}
