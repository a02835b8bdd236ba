using System.Globalization;
using System.Text.RegularExpressions;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.Insight.Tests.Reports;

public sealed partial class StyleSheetTests
{
    private static readonly string Css = ReportPage.Style().Value;

    [Theory]
    [InlineData("ink")]
    [InlineData("soft")]
    [InlineData("link")]
    [InlineData("c1")]
    [InlineData("c2")]
    [InlineData("good")]
    [InlineData("bad")]
    [InlineData("s1")]
    [InlineData("s2")]
    [InlineData("s3")]
    [InlineData("s4")]
    [InlineData("s5")]
    [InlineData("s6")]
    public void Style_ColourOfText_ContrastsWithPageAndPanel(string colour) => AssertContrast(colour, 4.5);

    [Theory]
    [InlineData("c3")]
    [InlineData("c4")]
    [InlineData("c5")]
    [InlineData("c6")]
    [InlineData("c7")]
    [InlineData("c8")]
    [InlineData("quiet")]
    public void Style_ColourOfAreas_ContrastsWithPageAndPanel(string colour) => AssertContrast(colour, 3);

    [Fact]
    public void Style_HeatOfALargerShare_StandsOutMoreInEachTheme()
    {
        foreach (var theme in Themes())
        {
            double[] contrasts = [.. Enumerable.Range(0, 6).Select(level => Contrast(theme[$"heat{level}"], theme["panel"]))];

            Assert.Equal(contrasts.Order(), contrasts);
            Assert.Distinct(contrasts);
        }
    }

    private static void AssertContrast(string colour, double least)
    {
        foreach (var theme in Themes())
        {
            foreach (var ground in new[] { "page", "panel" })
            {
                var contrast = Contrast(theme[colour], theme[ground]);
                Assert.True(contrast >= least, $"{colour} {theme[colour]} on {ground} {theme[ground]}: {contrast:0.00} to 1.");
            }
        }
    }

    private static Dictionary<string, string>[] Themes()
    {
        var dark = Css.IndexOf("prefers-color-scheme: dark", StringComparison.Ordinal);
        return [Colours(Css[..dark]), Colours(Css[dark..])];
    }

    private static Dictionary<string, string> Colours(string css) =>
        Colour().Matches(css).ToDictionary(match => match.Groups[1].Value, match => match.Groups[2].Value);

    /// <summary>As WCAG 2.2 defines it.</summary>
    private static double Contrast(string one, string other)
    {
        double[] luminances = [Luminance(one), Luminance(other)];
        return (luminances.Max() + 0.05) / (luminances.Min() + 0.05);
    }

    private static double Luminance(string colour)
    {
        double[] weights = [0.2126, 0.7152, 0.0722];
        return weights.Select((weight, index) => weight * Linear(Part(colour, index) / 255.0)).Sum();
    }

    private static int Part(string colour, int index) =>
        int.Parse(colour.AsSpan(1 + (index * 2), 2), NumberStyles.HexNumber, CultureInfo.InvariantCulture);

    private static double Linear(double part) => part <= 0.04045 ? part / 12.92 : Math.Pow((part + 0.055) / 1.055, 2.4);

    [GeneratedRegex("--([a-z0-9-]+): (#[0-9a-f]{6});")]
    private static partial Regex Colour();
}
