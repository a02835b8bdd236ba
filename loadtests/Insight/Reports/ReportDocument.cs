using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>
/// Writes a page that is HTML and well-formed XML at once: no script, no link, no font or picture from elsewhere.
/// </summary>
internal static class ReportDocument
{
    private const char Replacement = '\uFFFD';

    private static readonly XmlWriterSettings Settings = new()
    {
        Async = true,
        OmitXmlDeclaration = true,
        Encoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false),
        NewLineHandling = NewLineHandling.None,
    };

    /// <summary>The file's folder is made where it is missing.</summary>
    /// <exception cref="IOException">The file cannot be written; the message names it.</exception>
    public static async Task WriteAsync(XElement html, string path, CancellationToken cancellationToken)
    {
        MakeWritable(html);
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        await using var file = File.Create(path);
        await file.WriteAsync("<!DOCTYPE html>\n"u8.ToArray(), cancellationToken);
        await using var writer = XmlWriter.Create(file, Settings);
        await html.WriteToAsync(writer, cancellationToken);
    }

    public static XElement Style()
    {
        using var css = new StreamReader(typeof(ReportDocument).Assembly.GetManifestResourceStream("report.css")!);
        return Html.Element("style", css.ReadToEnd());
    }

    /// <summary>Names from outside may hold characters that neither XML nor HTML allows, such as control characters.</summary>
    private static void MakeWritable(XElement html)
    {
        foreach (var text in html.DescendantNodes().OfType<XText>())
        {
            text.Value = Writable(text.Value);
        }

        foreach (var attribute in html.Descendants().Attributes())
        {
            attribute.Value = Writable(attribute.Value);
        }
    }

    private static string Writable(string text) =>
        string.Create(text.Length, text, static (characters, source) =>
        {
            for (var index = 0; index < source.Length; index++)
            {
                characters[index] = IsWritable(source, index) ? source[index] : Replacement;
            }
        });

    private static bool IsWritable(string text, int index) =>
        XmlConvert.IsXmlChar(text[index])
        || (index + 1 < text.Length && XmlConvert.IsXmlSurrogatePair(text[index + 1], text[index]))
        || (index > 0 && XmlConvert.IsXmlSurrogatePair(text[index], text[index - 1]));
}
