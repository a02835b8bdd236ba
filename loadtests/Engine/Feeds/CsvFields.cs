using System.Text;

namespace DroneDelivery.LoadTests.Engine.Feeds;

/// <summary>Assembles the fields and records of a CSV text from its characters.</summary>
internal sealed class CsvFields
{
    private readonly StringBuilder _field = new();
    private List<string> _record = [];
    private bool _quoted;
    private bool _wasQuoted;

    /// <summary>Adds a character. Returns the record if this character ends one.</summary>
    public List<string>? Take(char character)
    {
        if (character == '"')
        {
            // A quote right after a closing quote is an escaped quote.
            if (!_quoted && _wasQuoted)
            {
                _field.Append('"');
            }

            (_quoted, _wasQuoted) = (!_quoted, true);
        }
        else if (_quoted || character is not (',' or '\n' or '\r'))
        {
            _field.Append(character);
        }
        else if (character == ',')
        {
            EndField();
        }
        else if (character == '\n')
        {
            return EndRecord();
        }

        return null;
    }

    /// <summary>Returns the last record if the text does not end with a line break.</summary>
    public List<string>? Finish() => _quoted ? throw new FormatException("The CSV ends within quotes.") : EndRecord();

    private void EndField()
    {
        _record.Add(_field.ToString());
        _field.Clear();
        _wasQuoted = false;
    }

    /// <summary>Null for an empty line.</summary>
    private List<string>? EndRecord()
    {
        if (_record.Count == 0 && _field.Length == 0 && !_wasQuoted)
        {
            return null;
        }

        EndField();
        (var record, _record) = (_record, []);
        return record;
    }
}
