using System.Text;
using System.Xml;

namespace DroneDelivery.LoadTests.Insight.Studies;

/// <summary>Text for XML, which does not allow most control characters. Names from run folders may have some.</summary>
public static class WritableText
{
    /// <summary>The text with U+FFFD in the place of each character that XML does not allow.</summary>
    public static string ForXml(string text) => string.Concat(text.EnumerateRunes().Select(rune =>
        rune.IsBmp && !XmlConvert.IsXmlChar((char)rune.Value) ? Rune.ReplacementChar : rune));
}
