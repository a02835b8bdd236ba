using System.CommandLine;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>Files that a study is written to; null for none.</summary>
internal sealed record StudyFiles(FileInfo? Json, FileInfo? Markdown)
{
    public static Option<FileInfo?> MarkdownOption() => new("--markdown")
    {
        Description = "Also writes the study to this file, as Markdown.",
    };

    /// <summary>Before work whose results must not be lost: makes sure that they can be written.</summary>
    /// <exception cref="LabException">A file cannot be written.</exception>
    public void Prepare()
    {
        OutputFile.Prepare(Json);
        OutputFile.Prepare(Markdown);
    }

    /// <param name="kept">What is there all the same, as a sentence.</param>
    /// <exception cref="LabException">A file cannot be written.</exception>
    public void Write(Study study, string kept)
    {
        OutputFile.Write(Json, stream => StudyJson.Write(stream, study), kept);
        OutputFile.Write(Markdown, stream => WriteText(stream, StudyMarkdown.Render(study)), kept);
    }

    private static void WriteText(Stream stream, string text)
    {
        using var writer = new StreamWriter(stream, leaveOpen: true);
        writer.Write(text);
    }
}
