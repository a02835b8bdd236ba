using System.Text;

namespace DroneDelivery.LoadTests.Insight.Engines;

/// <summary>The comparison as aligned text.</summary>
public static class EngineText
{
    public static string Plain(IReadOnlyList<EnginePair> pairs) => string.Join('\n', pairs.Select(Plain));

    /// <summary>Of a load that one engine ran alone.</summary>
    public static string Plain(string title, EngineRun run) => Table(title, new EngineTable([run])).ToString();

    private static string Plain(EnginePair pair)
    {
        var text = Table(pair.Title, new EngineTable(pair.Runs));
        foreach (var sentence in EngineDifferences.Of(pair))
        {
            text.Append("- ").Append(sentence).Append('\n');
        }

        return text.ToString();
    }

    private static StringBuilder Table(string title, EngineTable table)
    {
        string[][] lines = [["", .. table.Columns], .. table.Rows.Select(row => (string[])[row.Label, .. row.Cells])];
        var widths = lines[0].Select((_, column) => lines.Max(line => line[column].Length)).ToArray();
        var text = new StringBuilder().Append(title).Append('\n');
        foreach (var line in lines)
        {
            var cells = line.Select((cell, column) => column == 0 ? cell.PadRight(widths[column]) : cell.PadLeft(widths[column]));
            text.AppendJoin("  ", cells).Append('\n');
        }

        return text;
    }
}
