using System.Text.RegularExpressions;
using DroneDelivery.Deploy.Tests.Programs;

namespace DroneDelivery.Deploy.Tests.Workflows;

/// <summary>The flags of the .NET command line, read from its help.</summary>
public sealed class DotnetHelp : IAsyncLifetime
{
    private static readonly string[] Commands = ["build", "format", "msbuild", "restore", "run", "test"];

    private readonly Dictionary<string, string> _help = [];

    public async ValueTask InitializeAsync()
    {
        foreach (var command in Commands)
        {
            var result = await ProgramResult.RunAsync(
                "dotnet", [command, "-h"], new Dictionary<string, string> { ["DOTNET_CLI_UI_LANGUAGE"] = "en" });
            Assert.True(result.ExitCode == 0, result.Errors);
            _help[command] = result.Output;
        }
    }

    /// <summary>Whether the command, or MSBuild, to which it passes what it does not know, has the flag.</summary>
    public bool Knows(string command, string flag) => _help.TryGetValue(command, out var help)
        && Regex.IsMatch(help + _help["msbuild"], $"(?<![\\w-]){Regex.Escape(flag)}(?![\\w-])", RegexOptions.IgnoreCase);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
