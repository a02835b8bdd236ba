using System.Text;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.Engine.Clients.Checks;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.Engine.Tests.Clients.Checks;

public sealed class ExtractionTests
{
    private const string Json = """{"a":{"b/c":[true,{"~":"found"},1.50]},"":"empty","text":"12","none":null}""";

    [Theory]
    [InlineData("/a/b~1c/1/~0", "found")]
    [InlineData("/a/b~1c/0", "true")]
    [InlineData("/a/b~1c/2", "1.50")]
    [InlineData("/", "empty")]
    [InlineData("/none", "null")]
    [InlineData("/text", "12")]
    [InlineData("", Json)]
    [InlineData("/a/b~1c/3", null)]
    [InlineData("/a/b~1c/-1", null)]
    [InlineData("/a/b~1c/x", null)]
    [InlineData("/text/0", null)]
    [InlineData("/missing/deeper", null)]
    public void From_JsonPointer_IsTheValueThere(string pointer, string? expected) =>
        Assert.Equal(expected, Extraction.ByJsonPointer(pointer).From(Answering(Json)));

    [Fact]
    public void From_JsonPointerIntoSomethingElse_IsNothing() =>
        Assert.Null(Extraction.ByJsonPointer("/a").From(Answering("<html>")));

    [Fact]
    public void ByJsonPointer_WithoutItsSlash_SaysWhatIsAllowed()
    {
        var refused = Assert.Throws<FormatException>(() => Extraction.ByJsonPointer("a/b"));

        Assert.Equal("A JSON pointer starts with '/', as in /items/0/id; this is 'a/b'.", refused.Message);
    }

    [Theory]
    [InlineData("token=(\\w+);", "abc")]
    [InlineData("\\w+;", "abc;")]
    [InlineData("token=(\\d+)", null)]
    public void From_Regex_IsItsFirstGroupOrTheMatch(string pattern, string? expected) =>
        Assert.Equal(expected, Extraction.ByRegex(pattern).From(Answering("token=abc; more")));

    [Fact]
    public void From_Header_IsItsFirstValue() => Assert.Equal("/7", Extraction.ByHeader("location").From(Answering("")));

    private static HttpAnswer Answering(string body) =>
        new(new RequestOutcome(200, null, body.Length), [new("Location", "/7"), new("Location", "/8")], Encoding.UTF8.GetBytes(body));
}
