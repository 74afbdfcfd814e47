import OffscreenCSS
import OffscreenDOM
package final class StyledDocument { 
 package func style(of: NodeID) -> ComputedStyle? { nil }
 package func style(of: NodeID, pseudo: PseudoElement) -> ComputedStyle? { nil } }
package struct CounterStyles { package func format(_ v: Int, _ t: ListStyleType) -> String { "" }
 package func marker(_ v: Int, _ t: ListStyleType) -> String { "" } }
