using System.Text.RegularExpressions;
using DroneDelivery.CosmosEmulator.Query.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

public sealed class CodePointsTests
{
    /// <summary>A pair of surrogates is one code point, and so is half of a pair, which an attribute can hold as an escape only.</summary>
    [Theory]
    [InlineData("", 0)]
    [InlineData("a\\u00e9", 2)]
    [InlineData("a\\ud83d\\ude00b", 3)]
    [InlineData("a\\ud83db", 3)]
    [InlineData("a\\ude00b", 3)]
    public void Count_OfAText_IsTheNumberOfTheCodePointAtItsEnd(string escaped, int count)
    {
        var text = Regex.Unescape(escaped);

        Assert.Equal(count, CodePoints.Count(text));
        Assert.Equal(text.Length, CodePoints.ToIndex(text, count));
        Assert.True(count == 0 || CodePoints.ToIndex(text, count - 1) < text.Length);
    }
}
