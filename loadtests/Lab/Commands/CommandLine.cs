namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>Rebuilds the command line that the user typed.</summary>
internal static class CommandLine
{
    /// <param name="project">The path for <c>dotnet run --project</c>.</param>
    public static string FromArguments(string project, ParseResult arguments) =>
        $"dotnet run -c Release --project {project} -- {string.Join(" ", arguments.Tokens.Select(token => Quoted(token.Value)))}";

    /// <summary>A key is a secret, and reports are shared.</summary>
    private static string WithoutKey(string token) => Regex.Replace(
        token, """(AccountKey\s*=\s*)("[^"]*"|'[^']*'|[^;]*)""", "$1***", RegexOptions.IgnoreCase);

    private static string Quoted(string token) =>
        token.IndexOfAny([' ', ';']) >= 0 ? $"\"{WithoutKey(token)}\"" : WithoutKey(token);
}
