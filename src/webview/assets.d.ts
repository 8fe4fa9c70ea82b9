/** Style sheets imported for the bundler, which emits them next to the script. */
declare module '*.css';

// Without this declaration the compiler would infer the type of every coordinate.
declare module 'world-atlas/countries-50m.json' {
  import type { GeometryCollection, Topology } from 'topojson-specification';
  const atlas: Topology<{ countries: GeometryCollection; land: GeometryCollection }>;
  export default atlas;
}
