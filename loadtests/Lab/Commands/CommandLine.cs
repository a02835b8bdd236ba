using System.CommandLine;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>The command line that repeats what a reader asked for.</summary>
internal static class CommandLine
{
    /// <param name="project">As <c>dotnet run</c> names it.</param>
    public static string FromArguments(string project, ParseResult arguments) =>
        $"dotnet run -c Release --project {project} -- {string.Join(" ", arguments.Tokens.Select(token => Quoted(token.Value)))}";

    private static string Quoted(string token) => token.Contains(' ', StringComparison.Ordinal) ? $"\"{token}\"" : token;
}
