namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>Files that a study is written to; null for none.</summary>
internal sealed record StudyFiles(FileInfo? Json, FileInfo? Markdown)
{
    /// <summary>Makes sure that the files can be written, before work whose results must not be lost.</summary>
    /// <exception cref="LabException">A file cannot be written.</exception>
    public void Prepare()
    {
        OutputFile.Prepare(Json);
        OutputFile.Prepare(Markdown);
    }

    /// <param name="kept">A sentence for the error message: the results that are kept.</param>
    /// <exception cref="LabException">A file cannot be written.</exception>
    public void Write(Study study, string kept)
    {
        OutputFile.Write(Json, stream => StudyJson.Write(stream, study), kept);
        OutputFile.Write(Markdown, stream => stream.Write(Encoding.UTF8.GetBytes(StudyMarkdown.Render(study))), kept);
    }
}
