// The rules of a game, to be read as a whole or at one rule.
export function RulesScreen({ game, rule }: { readonly game: string; readonly rule: string | null }) {
  return (
    <p>
      {game} {rule}
    </p>
  );
}
