using System.Text.RegularExpressions;

namespace DroneDelivery.LoadTests.Lab.Commands;

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
