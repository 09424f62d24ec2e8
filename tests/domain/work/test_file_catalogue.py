"""What is true of the catalogue of papers."""

from domain.work.file_catalogue import FILE_CATEGORIES, FILE_TYPES


def test_every_type_has_one_key_and_a_category_that_exists() -> None:
    keys = [entry.key for entry in FILE_TYPES]
    assert len(keys) == len(set(keys))
    assert {entry.category_key for entry in FILE_TYPES} == {category.key for category in FILE_CATEGORIES}


def test_the_types_of_the_product_are_there() -> None:
    named = "passport idCard drivingLicence birthCertificate will powerOfAttorney deed lease mortgage " + (
        "vehicleRegistration inspection insurancePolicy taxReturn bankStatement contract invoice visa "
        "vaccination prescription warranty companyRegister minutes"
    )
    assert set(named.split()) <= {entry.key for entry in FILE_TYPES}


def test_usual_years_are_given_only_for_what_expires() -> None:
    assert all(entry.hints.expires for entry in FILE_TYPES if entry.hints.usual_years is not None)
    assert [category.rank for category in FILE_CATEGORIES] == list(range(1, len(FILE_CATEGORIES) + 1))
