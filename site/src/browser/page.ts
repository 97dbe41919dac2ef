/** The element with an id and of a type. Throws where the page lacks it: both are ours. */
export function byId<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} with the id ${id}`);
}

/** The address of the folder with the scripts. */
export function assetsFolder(): string {
  return new URL(`${document.documentElement.dataset['root'] ?? './'}assets/`, document.baseURI).href;
}
