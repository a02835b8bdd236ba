using DroneDelivery.LoadTests.Insight.Figures;

namespace DroneDelivery.LoadTests.Insight.Engines;

/// <summary>The comparison as aligned text.</summary>
public static class EngineText
{
    public static string Plain(IReadOnlyList<EnginePair> pairs) => string.Join('\n', pairs.Select(Plain));

    /// <summary>Of a load that one engine ran alone.</summary>
    public static string Plain(string title, EngineRun run) => Table(title, new EngineTable([run]));

    private static string Plain(EnginePair pair) => string.Concat(
        EngineDifferences.Of(pair).Select(sentence => $"- {sentence}\n").Prepend(Table(pair.Title, new EngineTable(pair.Runs))));

    private static string Table(string title, EngineTable table)
    {
        string[][] lines = [["", .. table.Columns], .. table.Rows.Select(row => (string[])[row.Label, .. row.Cells])];
        return $"{title}\n{AlignedText.Of(lines, column => column == 0)}";
    }
}
