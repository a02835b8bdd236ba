namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>A command that checks its options together, after each option has been validated separately.</summary>
internal sealed class ToolCommand(string name, string description) : Command(name, description)
{
    private readonly List<Action<CommandResult>> _checks = [];
    private Func<CommandResult, bool>? _needsClone;

    /// <summary>For a list of commands: the first sentence of the description, and what needs a clone.</summary>
    public string Summary { get; private set; } = $"{description.Split(". ")[0].TrimEnd('.')}.";

    /// <summary>Whether some or all of its command lines need a clone.</summary>
    public bool MayNeedClone => _needsClone is not null;

    /// <summary>Adds a check. Unlike <see cref="Command.Validators"/>, it can read any value: all are validated before.</summary>
    /// <param name="check">Throws a <see cref="FormatException"/> whose message, one line, says what is allowed.</param>
    public void RefuseWrongUsage(Action<CommandResult> check) => _checks.Add(check);

    /// <summary>For a command that starts services: its help says so, and it is refused outside of a clone.</summary>
    /// <param name="part">What needs the clone, as in "for tests", if it is not all of the command.</param>
    /// <param name="isNeeded">Whether a command line asks for that; null for all.</param>
    /// <returns>The command.</returns>
    public ToolCommand NeedsClone(string? part = null, Func<CommandResult, bool>? isNeeded = null)
    {
        var purpose = part is null ? "" : $" for {part}";
        Description += $" It needs a clone of the repository{purpose}.";
        Summary += $" (clone{purpose})";
        _needsClone = isNeeded ?? (_ => true);
        return this;
    }

    /// <summary>
    /// Sets the action of the command. The options are read once, since they may name large files: reading them is one of the
    /// checks, and the action receives the result.
    /// </summary>
    /// <param name="read">Throws a <see cref="FormatException"/>, like a check.</param>
    /// <returns>The command.</returns>
    public ToolCommand Run<T>(Func<CommandResult, T> read, Func<T, ParseResult, CancellationToken, Task<int>> run)
    {
        (CommandResult Line, T Asked)? judged = null;
        RefuseWrongUsage(line => judged = (line, read(line)));
        SetAction((arguments, token) =>
        {
            var line = arguments.CommandResult;
            return run(judged is { } known && known.Line == line ? known.Asked : read(line), arguments, token);
        });
        return this;
    }

    /// <summary>The message of the first check that fails; null if all checks pass.</summary>
    /// <exception cref="LabException">The command line is right, and needs a clone.</exception>
    public string? FindFault(CommandResult result)
    {
        try
        {
            _checks.ForEach(check => check(result));
        }
        catch (FormatException exception)
        {
            return exception.Message.ReplaceLineEndings(" ");
        }

        if (_needsClone?.Invoke(result) == true)
        {
            BuiltService.RequireClone(Name);
        }

        return null;
    }
}
