using DroneDelivery.LoadTests.Engine.Feeds;

namespace DroneDelivery.Engine.Tests.Feeds;

public sealed class CsvRowsTests
{
    [Fact]
    public void Read_PlainRows_GivesValuesByName()
    {
        var rows = Read("id,name\r\n1,Ann\r\n2,\r\n");

        Assert.Equal(["1", "2"], rows.Select(row => row["id"]));
        Assert.Equal(["Ann", ""], rows.Select(row => row["name"]));
    }

    [Fact]
    public void Read_QuotedValues_KeepCommasQuotesAndLineBreaks()
    {
        var rows = Read("id,text\n1,\"a, \"\"b\"\"\nc\"\n\n\"\",last");

        Assert.Equal(["a, \"b\"\nc", "last"], rows.Select(row => row["text"]));
        Assert.Equal("", rows[1]["id"]);
    }

    [Theory]
    [InlineData("", "no header")]
    [InlineData("a,b\n1,2\n3\n", "Row 2 has 1 values, the header 2.")]
    [InlineData("a,b,a\n1,2,3\n", "The header has the name \"a\" 2 times.")]
    [InlineData("a\n\"open", "within quotes")]
    public void Read_BrokenText_IsRefused(string text, string expected)
    {
        var refusal = Assert.Throws<FormatException>(() => Read(text));

        Assert.Contains(expected, refusal.Message);
    }

    private static IReadOnlyList<IReadOnlyDictionary<string, string>> Read(string text) => CsvRows.Read(new StringReader(text));
}
