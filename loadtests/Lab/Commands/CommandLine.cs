namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>Rebuilds the command line that the user typed.</summary>
internal static class CommandLine
{
    /// <param name="project">The path for <c>dotnet run --project</c>.</param>
    public static string FromArguments(string project, ParseResult arguments) =>
        $"dotnet run -c Release --project {project} -- {string.Join(" ", arguments.Tokens.Select(token => Quoted(token.Value)))}";

    private static string Quoted(string token) =>
        token.IndexOfAny([' ', ';']) >= 0 ? $"\"{Secrets.Mask(token)}\"" : Secrets.Mask(token);
}
