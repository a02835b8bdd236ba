using System.CommandLine;
using System.CommandLine.Parsing;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>A command that checks its options together, once each of them is known to be right by itself.</summary>
internal sealed class ToolCommand(string name, string description) : Command(name, description)
{
    private readonly List<Action<CommandResult>> _checks = [];

    /// <summary>
    /// Unlike <see cref="Command.Validators"/>, a check may ask for any value: none of them can be wrong by then.
    /// </summary>
    /// <param name="check">Throws a <see cref="FormatException"/> whose message, one line, says what is allowed.</param>
    public void RefuseWrongUsage(Action<CommandResult> check) => _checks.Add(check);

    /// <summary>
    /// What the command does, with its options read once: reading them is one of the checks, and what it made is kept for the
    /// action. A reader may have named large files.
    /// </summary>
    /// <param name="read">Throws as a check does.</param>
    public void Run<T>(Func<CommandResult, T> read, Func<T, ParseResult, CancellationToken, Task<int>> run)
    {
        (CommandResult Line, T Asked)? judged = null;
        RefuseWrongUsage(line => judged = (line, read(line)));
        SetAction((arguments, token) =>
        {
            var line = arguments.CommandResult;
            return run(judged is { } known && known.Line == line ? known.Asked : read(line), arguments, token);
        });
    }

    /// <summary>Null where every check passes.</summary>
    public string? FindFault(CommandResult result)
    {
        try
        {
            _checks.ForEach(check => check(result));
            return null;
        }
        catch (FormatException exception)
        {
            return exception.Message.ReplaceLineEndings(" ");
        }
    }
}
