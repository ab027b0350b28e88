// Follows an invitation.
export function Join({ invitation }: { readonly invitation: string }) {
  return <p>{invitation}</p>;
}
