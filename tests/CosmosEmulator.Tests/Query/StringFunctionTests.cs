namespace DroneDelivery.CosmosEmulator.Tests.Query;

/// <summary>The first rows of each are the documentation's; null stands for undefined.</summary>
public sealed class StringFunctionTests
{
    [Theory]
    [InlineData("""CONTAINS_ALL_CI("Have a nice day!", "have", "nice", "day!")""", "true")]
    [InlineData("""CONTAINS_ALL_CI("Have a nice day!", "HAVE", "NICE", "DAY!")""", "true")]
    [InlineData("""CONTAINS_ALL_CI("Have a nice day!", "had", "nice", "day!")""", "false")]
    [InlineData("""CONTAINS_ALL_CI("Have a nice day!", undefined, "nice", "day!")""", null)]
    [InlineData("""CONTAINS_ALL_CI("Have a nice day!", undefined, "had")""", "false")]
    [InlineData("""CONTAINS_ALL_CS("Have a nice day!", "HAVE", "NICE", "DAY!")""", "false")]
    [InlineData("""CONTAINS_ALL_CS("Have a nice day!", "Have", "nice", "day!")""", "true")]
    [InlineData("""CONTAINS_ALL_CS("Have a nice day!", undefined, "nice", "day!")""", null)]
    [InlineData("""CONTAINS_ALL_CS("Have a nice day!", undefined, "had")""", "false")]
    [InlineData("""CONTAINS_ANY_CI("Have a nice day!", "have", "nice", "day!")""", "true")]
    [InlineData("""CONTAINS_ANY_CI("Have a nice day!", "HAVE", "NICE", "DAY!")""", "true")]
    [InlineData("""CONTAINS_ANY_CI("Have a nice day!", "had", "nice", "day!")""", "true")]
    [InlineData("""CONTAINS_ANY_CI("Have a nice day!", undefined, "nice", "day!")""", "true")]
    [InlineData("""CONTAINS_ANY_CI("Have a nice day!", undefined, "had")""", null)]
    [InlineData("""CONTAINS_ANY_CS("Have a nice day!", "have", "nice", "day!")""", "true")]
    [InlineData("""CONTAINS_ANY_CS("Have a nice day!", "HAVE", "NICE", "DAY!")""", "false")]
    [InlineData("""CONTAINS_ANY_CS("Have a nice day!", undefined, "had")""", null)]
    [InlineData("CONTAINS_ALL_CS('abc', 1, 'b')", null)]
    [InlineData("CONTAINS_ANY_CS(1, '1')", null)]
    [InlineData("CONTAINS_ALL_CS('', '')", "true")]
    public void ContainsAllAndAny_OfSeveralStrings_CombineContains(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Theory]
    [InlineData("""STRINGJOIN(["Iropa", "Mountain", "Bike"], " ")""", "\"Iropa Mountain Bike\"")]
    [InlineData("""STRINGJOIN(["Iropa", "Mountain", "Bike"], "")""", "\"IropaMountainBike\"")]
    [InlineData("""STRINGJOIN(["Iropa", "Mountain", "Bike"], undefined)""", null)]
    [InlineData("""STRINGJOIN(["6", "7", "4", "3"], "A")""", "\"6A7A4A3\"")]
    [InlineData("""STRINGJOIN(["Adventure", "LT"], "Works")""", "\"AdventureWorksLT\"")]
    [InlineData("STRINGJOIN([], ',')", "\"\"")]
    [InlineData("STRINGJOIN(['a'], ',')", "\"a\"")]
    [InlineData("STRINGJOIN(['a', 1], ',')", null)]
    [InlineData("STRINGJOIN(['a', null], ',')", null)]
    [InlineData("STRINGJOIN('ab', ',')", null)]
    public void StringJoin_OfAnArray_PutsTheSeparatorBetween(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Theory]
    [InlineData("""STRINGSPLIT("Handlebar", "e")""", """["Handl","bar"]""")]
    [InlineData("""STRINGSPLIT("CARBON_STEEL_BIKE_WHEEL", "_")""", """["CARBON","STEEL","BIKE","WHEEL"]""")]
    [InlineData("""STRINGSPLIT("Road Bike", " ")""", """["Road","Bike"]""")]
    [InlineData("""STRINGSPLIT("xenmoun mountain bike", "moun")""", """["xen"," ","tain bike"]""")]
    [InlineData("""STRINGSPLIT("AluminumBikeFrame", undefined)""", null)]
    [InlineData("""STRINGSPLIT("Helmet", "")""", """["Helmet"]""")]
    [InlineData("""STRINGSPLIT("", "")""", """[""]""")]
    [InlineData("STRINGSPLIT('', ',')", """[""]""")]
    [InlineData("STRINGSPLIT(',a,,', ',')", """["","a","",""]""")]
    [InlineData("STRINGSPLIT('a😀b', '😀')", """["a","b"]""")]
    [InlineData("STRINGSPLIT(1, ',')", null)]
    public void StringSplit_AtADelimiter_GivesTheParts(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Theory]
    [InlineData("LASTINDEXOF('abcdeabc', 'abc')", "5")]
    [InlineData("LASTINDEXOF('abcdeabc', 'abc', 6)", "0")]
    [InlineData("LASTINDEXOF('abcdeabc', 'abc', 7)", "5")]
    [InlineData("LASTINDEXOF('abcdeabc', 'fg')", "-1")]
    [InlineData("LASTINDEXOF('abcdeabc', 'abc', 1)", "-1")]
    [InlineData("LASTINDEXOF('abcdeabc', 'abc', 100)", "5")]
    [InlineData("LASTINDEXOF('😀b😀b', 'b')", "3")]
    [InlineData("LASTINDEXOF('😀b😀b', 'b', 2)", "1")]
    [InlineData("LASTINDEXOF('', 'a')", "-1")]
    [InlineData("LASTINDEXOF('abc', 'a', 0)", "0")]
    [InlineData("LASTINDEXOF('abc', 'a', -1)", null)]
    [InlineData("LASTINDEXOF('abc', 'a', 0.5)", null)]
    [InlineData("LASTINDEXOF('abc', 1)", null)]
    public void LastIndexOf_FromAStart_SearchesTowardsTheBeginning(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    /// <summary>The balloon and the cracker have the first half of their surrogate pairs in common.</summary>
    [Theory]
    [InlineData("TRIM('🎈a🎈', '🎈') = 'a'")]
    [InlineData("LTRIM('🎈a', '🎉') = '🎈a'")]
    [InlineData("LTRIM('🎉🎈a', '🎉') = '🎈a'")]
    [InlineData("TRIM('🎈a🎈', '🎉') = '🎈a🎈'")]
    [InlineData("""RTRIM('a\uD83E\uDE00', '\uD83D\uDE00') = 'a\uD83E\uDE00'""")]
    [InlineData("RTRIM('xyx', 'yx') = '' AND LTRIM('', 'x') = '' AND TRIM(' xa ', 'x') = ' xa '")]
    public void Trim_OfLetters_ComparesCodePoints(string expression) => Assert.Equal("true", Json.Value(expression));
}
