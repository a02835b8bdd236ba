using System.CommandLine;
using DroneDelivery.LoadTests.Lab.Options;

namespace DroneDelivery.Lab.Tests.Options;

public sealed class ListOptionTests
{
    private readonly ListOption _option = new("--pick", "What is taken", ["one", "two", "three"], ["one", "three"]);

    [Theory]
    [InlineData("", "one three")]
    [InlineData("--pick two", "two")]
    [InlineData("--pick three,one", "three one")]
    [InlineData("--pick three, one one", "three one")]
    public void List_GivenOrNot_IsWhatWasGivenOrTheUsual(string line, string expected) =>
        Assert.Equal(expected, string.Join(' ', _option.Read(Parse(line))));

    [Fact]
    public void List_UnknownWord_IsRefusedWithThoseThereAre() => Assert.Equal(
        "--pick takes any of one, two, three; it has 'four'.", Assert.Single(Parse("--pick one,four").Errors).Message);

    private ParseResult Parse(string line) => new RootCommand { _option }.Parse(line);
}
