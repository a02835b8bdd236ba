using System.CommandLine;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Live;
using DroneDelivery.LoadTests.Lab.Options;

namespace DroneDelivery.Lab.Tests.Options;

public sealed class PortOptionTests
{
    [Theory]
    [InlineData("", null)]
    [InlineData("--live", LiveServer.DefaultPort)]
    [InlineData("--live 0", 0)]
    [InlineData("--live 6000", 6000)]
    public void Read_WithOrWithoutPort_IsWhatWasAskedFor(string arguments, int? expected)
    {
        var (result, option) = Parse(arguments);

        Assert.Empty(result.Errors);
        Assert.Equal(expected, option.Read(result.CommandResult));
    }

    [Theory]
    [InlineData("--live 65536")]
    [InlineData("--live -1")]
    [InlineData("--live owner-key")]
    public void Parse_NotAPort_IsAnError(string arguments) => Assert.NotEmpty(Parse(arguments).Result.Errors);

    private static (ParseResult Result, PortOption Option) Parse(string arguments)
    {
        var option = SystemOptions.Live();
        return (new RootCommand { option }.Parse(arguments), option);
    }
}
