// The components of an edition by their kind, as the catalogue describes them.

export interface Component {
  readonly id: string;
}

interface Catalogue {
  readonly components: Readonly<Record<string, readonly Component[]>>;
}

/** Those of a kind that are as the board draws them. */
export function listed<C extends Component>(
  catalogue: Catalogue,
  kind: string,
  is: (component: Component) => component is C,
): readonly C[] {
  return (catalogue.components[kind] ?? []).filter(is);
}

/** By their ids. */
export function byId<C extends Component>(components: readonly C[]): ReadonlyMap<string, C> {
  return new Map(components.map((component) => [component.id, component]));
}

/** Ids that are not in the catalogue are left out: nothing can be drawn of them. */
export function known<C>(components: ReadonlyMap<string, C>, ids: readonly string[]): C[] {
  return ids.flatMap((id) => components.get(id) ?? []);
}

/** Whether a component has all of these members. */
export function has<C extends Component>(...members: readonly (keyof C & string)[]) {
  return (component: Component): component is C => members.every((member) => member in component);
}

/** The numbers of the edition, such as `slotsPerCompany`; with a name, those of a group of them. */
export function numbersIn(catalogue: object, group?: string): Readonly<Record<string, number>> {
  const constants: unknown = constantIn(catalogue);
  const value = group === undefined ? constants : constantIn(catalogue, group);
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

/** A constant of the edition; without a name, all of them. */
export function constantIn(catalogue: object, name?: string): unknown {
  const all: unknown = 'constants' in catalogue ? catalogue.constants : undefined;
  if (name === undefined || typeof all !== 'object' || all === null) return all;
  return Reflect.get(all, name);
}
