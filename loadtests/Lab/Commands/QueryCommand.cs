using DroneDelivery.LoadTests.Insight.Queries;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary><c>query</c>: answers questions about the data of a run, by name or in SQL.</summary>
internal static class QueryCommand
{
    private const int MaxRowsInATable = 200;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    public static Command Create(TimeProvider time)
    {
        var run = RunFolders.Argument("RUN", "or a folder with one run");
        var question = new Argument<string?>("QUESTION")
        {
            Description = "A question by name, or SQL in quotes. Without it the questions are listed.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var sql = FlagOption.Create("--sql", "Prints the SQL of a question, as a start for other queries.");
        var output = new OutputOptions(FormatOption.Csv, FormatOption.Json);
        var command = new ToolCommand(
            "query",
            $"Answers questions about the data of a run, within {Limit.TotalSeconds} s: "
            + $"docs/run-folder.md has its tables. {ExitCode.Help()}") { run, question, sql, output.Format, output.JsonFile };
        command.RefuseWrongUsage(result =>
        {
            var hasRows = result.GetValue(question) is not null && !result.GetValue(sql);
            result.RefuseIf(!hasRows, "the rows of an answer", output.Format, output.JsonFile);
            if (SqlStatements.AreSeveral(result.GetValue(question) ?? ""))
            {
                throw new FormatException("query takes one statement of SQL; there are several, with ; between them.");
            }
        });
        command.SetAction((arguments, token) => Task.Run(
            () =>
            {
                QueryResult AskRun(string text, int maxRows = int.MaxValue) =>
                    QueryCommand.Ask(arguments.GetRequiredValue(run), SqlOf(text), maxRows, time, token);

                if (arguments.GetValue(question) is not { } asked || arguments.GetValue(sql))
                {
                    var text = arguments.GetValue(question) is { } named ? SqlOf(named).TrimEnd() : List();
                    arguments.InvocationConfiguration.Output.WriteLine(text);
                    return;
                }

                output.Write(
                    arguments,
                    text: () => Table(AskRun(asked, MaxRowsInATable)),
                    json: () => QueryJson.Text(AskRun(asked)),
                    csv: () => WithoutLastEnd(QueryCsv.Text(AskRun(asked))));
            },
            token));
        return command;
    }

    private static string Table(QueryResult result) =>
        QueryText.Plain(result) + (result.HasMore ? " --format csv and json print all." : "");

    /// <summary>The last line end is printed after the text. Blanks and empty rows before it are part of the answer.</summary>
    private static string WithoutLastEnd(string csv) => csv[..^QueryCsv.LineEnd.Length];

    /// <summary>SQL has more than one word; a name has one.</summary>
    private static string SqlOf(string question)
    {
        var text = question.Trim();
        return NamedQuery.Find(text)?.Sql
            ?? (text.Any(char.IsWhiteSpace)
                ? text
                : throw new LabException(
                    $"There is no question '{text}'.{Suggestion.For(text, NamedQuery.All.Select(query => query.Name))}"
                    + $"{Environment.NewLine}{List()}"));
    }

    private static QueryResult Ask(string run, string sql, int maxRows, TimeProvider time, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(Limit, time);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, limit.Token);
        try
        {
            using var database = RunDatabase.OpenRead(RunFolders.One(run));
            try
            {
                return database.Query(sql, stop.Token, maxRows);
            }
            catch (QueryException exception)
            {
                throw new LabException(
                    $"The query cannot be answered: {exception.Message} Tables: {string.Join(", ", database.Tables)}.",
                    exception);
            }
        }
        catch (OperationCanceledException exception) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LabException(
                $"The query had no answer after {Limit.TotalSeconds} s. Ask for less, for example with WHERE or LIMIT.",
                exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            throw new LabException(exception.Message, exception);
        }
    }

    private static string List()
    {
        var width = NamedQuery.All.Max(query => query.Name.Length);
        return string.Join(
            Environment.NewLine,
            [
                "Questions:",
                .. NamedQuery.All.Select(query => $"  {query.Name.PadRight(width)}  {query.Description}"),
                "Any other question in SQL, in quotes.",
            ]);
    }
}

/// <summary>Checks whether SQL text has several statements. The database would answer only the first one.</summary>
internal static partial class SqlStatements
{
    /// <summary>Semicolons in string literals, quoted names and comments do not separate statements.</summary>
    public static bool AreSeveral(string sql) =>
        Opaque().Replace(sql, match => match.Value[0] is '-' or '/' ? " " : "x")
            .Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Length > 1;

    [GeneratedRegex("""'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|/\*.*?(\*/|$)""", RegexOptions.Singleline)]
    private static partial Regex Opaque();
}
