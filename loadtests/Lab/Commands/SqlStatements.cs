using System.Text.RegularExpressions;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>How many statements a reader wrote: the first alone would be answered.</summary>
internal static partial class SqlStatements
{
    /// <summary>Semicolons in texts, names and comments end nothing.</summary>
    public static bool AreSeveral(string sql) =>
        Opaque().Replace(sql, match => match.Value[0] is '-' or '/' ? " " : "x")
            .Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Length > 1;

    [GeneratedRegex("""'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|/\*.*?(\*/|$)""", RegexOptions.Singleline)]
    private static partial Regex Opaque();
}
