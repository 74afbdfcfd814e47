export default async function*(a = c) { var c; try { a } catch ({a}) { a } switch (a) { case a: let a } }
import c from "m"; label: while (c) c <!--c
-->c;